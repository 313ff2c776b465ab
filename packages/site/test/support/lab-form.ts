/** Returns a form of the lab. */
export function form({
  path,
  parameters = {},
}: {
  readonly path: string;
  readonly parameters?: Readonly<Record<string, 'path' | 'query' | 'header'>>;
}) {
  return {
    operationId: 'updateAlert',
    surface: 'observability' as const,
    method: 'PUT',
    path,
    summary: 'Update an alert',
    parameters: Object.entries(parameters).map(([name, location]) => ({
      name,
      in: location,
      required: location === 'path',
      description: '',
      example: '',
    })),
    returnsPipe: false,
  };
}
