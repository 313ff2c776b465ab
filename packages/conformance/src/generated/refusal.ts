import type { Capability } from '../capability.ts';
import type { Check } from '../check.ts';
import type { DescribedOperation } from '../described-operation.ts';
import type { Answer, ApiRequest, Session } from '../session.ts';

/** A wrong place as a problem must name it (D-07). */
export interface WrongPlace {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
}

/** What a server must answer. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  /** At least one of these must be among the errors; any if there are none. */
  readonly places?: readonly WrongPlace[];
}

interface RefusalCheck {
  /** After the id of the operation. */
  readonly name: string;
  readonly title: string;
  readonly needs?: readonly Capability[];
  readonly refusal: Refusal;
  /** Whether it does if the operation does not, because of its method. */
  readonly writes?: boolean;
  request(described: DescribedOperation, session: Session): Promise<ApiRequest>;
  /** What else must be so. */
  readonly more?: (answer: Answer, session: Session) => void;
}

/** A check that sends one request and wants it refused. */
export function refusalCheck(described: DescribedOperation, wanted: RefusalCheck): Check {
  return {
    id: `generated/${described.id}/${wanted.name}`,
    kind: 'generated',
    title: wanted.title,
    operationId: described.id,
    needs: wanted.needs ?? [],
    writes: wanted.writes ?? described.operation.method !== 'get',
    async run(session) {
      const answer = await session.send(await wanted.request(described, session));
      expectRefusal(session, answer, wanted.refusal);
      wanted.more?.(answer, session);
    },
  };
}

export function expectRefusal(session: Session, answer: Answer, { status, code, places = [] }: Refusal): void {
  const said = answer.body?.code;
  session.expect(
    answer.status === status && said === code,
    `Must be refused with ${status} \`${code}\`, and is answered with ${answer.status}${typeof said === 'string' ? ` \`${said}\`` : ''}.`,
  );
  if (answer.status !== status || places.length === 0) return;
  const errors: readonly WrongPlace[] = Array.isArray(answer.body?.errors) ? answer.body.errors : [];
  session.expect(
    places.some((place) => errors.some((error) => isSamePlace(place, error))),
    `\`errors\` must name ${places.map(inWords).join(' or ')}.`,
  );
}

/** It may be refused for something else, such as a rule of the server, but not for being where the contract allows it. */
export function expectNotRefused(session: Session, answer: Answer, place: WrongPlace): void {
  const errors: readonly WrongPlace[] = Array.isArray(answer.body?.errors) ? answer.body.errors : [];
  session.expect(
    !errors.some((error) => isSamePlace(place, error)),
    `The contract allows this value, and it is refused: \`errors\` names ${inWords(place)}.`,
  );
}

function isSamePlace(place: WrongPlace, error: WrongPlace): boolean {
  return (
    error?.pointer === place.pointer && error?.parameter === place.parameter && error?.code === place.code
  );
}

function inWords({ pointer, parameter, code }: WrongPlace): string {
  const where = parameter === undefined ? `the pointer \`${pointer}\`` : `the parameter \`${parameter}\``;
  return `${where} with \`${code}\``;
}
