import {
  type API,
  createAPI,
  fetchV4,
  fetchV5,
  fetchV6,
  fetchV7,
  fetchV8,
  fetchV9,
  fetchV10,
  fetchV11,
} from '@platformatic/kafka';
import { fetchResponse } from './fetch-response.ts';
import type { FetchedPartition } from './kafka-client.ts';

/** What the request of every version is written from. */
export type FetchArguments = Parameters<typeof fetchV11.createRequest>;

const OLDEST = 4;

/** These versions name topics, as other requests do; later ones use their ids. Kafka 2.3 has version 11. */
const VERSIONS = [fetchV4, fetchV5, fetchV6, fetchV7, fetchV8, fetchV9, fetchV10, fetchV11].map(
  ({ api: { key, version }, createRequest }) =>
    createAPI<FetchArguments, FetchedPartition[]>(
      key,
      version,
      createRequest,
      (_id, _key, _version, reader) => fetchResponse(reader, version),
      false,
      false,
    ),
);

export const FETCH_KEY = 1;

/** The newest version that a broker and this client have in common. The library writes the request, and `fetchResponse` reads the response. */
export function fetchApi(newestOfBroker: number): API<FetchArguments, FetchedPartition[]> {
  const newest = VERSIONS.findLast(({ version }) => version <= newestOfBroker);
  if (newest !== undefined) return newest;
  throw new Error(
    `The broker supports version ${newestOfBroker} of Fetch, and the oldest usable one is ${OLDEST}.`,
  );
}
