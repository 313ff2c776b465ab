/** The organization and the database service that own the pipes and the observability stack. */
export interface ServiceScope {
  readonly organizationId: string;
  readonly serviceId: string;
}
