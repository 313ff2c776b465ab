import express from 'express';
import type { Logger } from 'pino';
import type { PipeRuntime } from '../runtime/pipe-runtime.ts';
import type { ResolveHost } from '../stack/webhooks/target.ts';
import type { Pace } from '../worker/pace.ts';
import { startWorker } from '../worker/worker.ts';
import { type Api, createApi } from './api.ts';
import type { Configuration } from './configuration.ts';
import { openDependencies } from './dependencies.ts';
import { addObservationRoutes } from './monitoring-routes.ts';

/** What can be exchanged. */
export interface Replacements {
  readonly runtime?: PipeRuntime;
  /** Looks up the hosts of webhooks. */
  readonly resolveHost?: ResolveHost;
  readonly pace?: Pace;
}

/** A process that is ready to listen. */
export interface ReferenceServer extends Pick<Api, 'app' | 'beginDrain'> {
  /** Where the credentials of the first start are. */
  readonly credentialsFile: string;
  /** Lets go of pipes and of the database. Call it when no request is under way any more. */
  close(): Promise<void>;
}

/** One that has an API. */
export interface ApiServer extends ReferenceServer, Api {}

/**
 * API and worker on one dependencies: all that `penstock serve` needs.
 *
 * @throws Error with a sentence for a person if the data folder or the database cannot be used.
 */
export async function createReferenceServer(
  configuration: Configuration,
  logger: Logger,
  { runtime, resolveHost, pace }: Replacements = {},
): Promise<ApiServer> {
  const dependencies = await openDependencies(configuration, logger, runtime);
  const worker = startWorker(dependencies, pace);
  const close = async () => {
    await worker.stop();
    await dependencies.close();
  };
  try {
    const api = await createApi(dependencies, resolveHost, worker.wake);
    return { ...api, credentialsFile: dependencies.storage.credentialsFile, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * The API alone: all that `penstock api` needs. Workers in other processes do what it writes down for them.
 *
 * @throws Error with a sentence for a person if the data folder or the database cannot be used.
 */
export async function createApiServer(
  configuration: Configuration,
  logger: Logger,
  { runtime, resolveHost }: Replacements = {},
): Promise<ApiServer> {
  const dependencies = await openDependencies(configuration, logger, runtime);
  try {
    const api = await createApi(dependencies, resolveHost);
    return { ...api, credentialsFile: dependencies.storage.credentialsFile, close: dependencies.close };
  } catch (error) {
    await dependencies.close();
    throw error;
  }
}

/**
 * A worker alone, with routes for those who watch it: all that `penstock worker` needs.
 *
 * @throws Error with a sentence for a person if the data folder or the database cannot be used.
 */
export async function createWorkerServer(
  configuration: Configuration,
  logger: Logger,
  { runtime, pace }: Replacements = {},
): Promise<ReferenceServer> {
  const dependencies = await openDependencies(configuration, logger, runtime);
  const worker = startWorker(dependencies, pace);
  let draining = false;
  return {
    app: addObservationRoutes(express().disable('x-powered-by'), dependencies, () => draining),
    credentialsFile: dependencies.storage.credentialsFile,
    beginDrain() {
      draining = true;
    },
    async close() {
      await worker.stop();
      await dependencies.close();
    },
  };
}
