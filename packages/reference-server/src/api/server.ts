import express from 'express';
import type { Logger } from 'pino';
import type { ServerEngine } from '../runtime/engine.ts';
import type { Pace } from '../worker/pace.ts';
import { startWorker } from '../worker/worker.ts';
import { type Api, createApi } from './api.ts';
import type { Configuration } from './configuration.ts';
import { openDependencies, type ReplacedDependencies } from './dependencies.ts';
import { addMonitoringRoutes } from './monitoring-routes.ts';

/** Parts of the server that can be replaced. */
export interface Replacements extends ReplacedDependencies {
  readonly pace?: Pace;
}

/** A server that is ready to listen. */
export interface ReferenceServer extends Pick<Api, 'app' | 'beginDrain'> {
  /** The path of the file with the first credentials. */
  readonly credentialsFile: string;
  readonly engine: ServerEngine;
  /** Releases the pipes and closes the database. Call it after the last request. */
  close(): Promise<void>;
}

/** A server with an API. */
export interface ApiServer extends ReferenceServer, Api {}

/**
 * Creates API and worker in one process, for `penstock serve`.
 *
 * @throws Error with a message for the operator if the data folder, the database or the engine cannot be used.
 */
export async function createReferenceServer(
  configuration: Configuration,
  logger: Logger,
  { pace, ...replaced }: Replacements = {},
): Promise<ApiServer> {
  const dependencies = await openDependencies(configuration, logger, replaced);
  const worker = startWorker(dependencies, pace);
  const close = async () => {
    await worker.stop();
    await dependencies.close();
  };
  try {
    const api = await createApi(dependencies, worker.wake);
    const { engine, storage } = dependencies;
    return { ...api, credentialsFile: storage.credentialsFile, engine, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Creates an API without a worker, for `penstock api`. Workers in other processes do the work that it stores.
 *
 * @throws Error with a message for the operator if the data folder, the database or the engine cannot be used.
 */
export async function createApiServer(
  configuration: Configuration,
  logger: Logger,
  replaced: ReplacedDependencies = {},
): Promise<ApiServer> {
  const dependencies = await openDependencies(configuration, logger, replaced, false);
  try {
    const api = await createApi(dependencies);
    const { engine, storage, close } = dependencies;
    return { ...api, credentialsFile: storage.credentialsFile, engine, close };
  } catch (error) {
    await dependencies.close();
    throw error;
  }
}

/**
 * Creates a worker with monitoring routes and without an API, for `penstock worker`.
 *
 * @throws Error with a message for the operator if the data folder, the database or the engine cannot be used.
 */
export async function createWorkerServer(
  configuration: Configuration,
  logger: Logger,
  { pace, ...replaced }: Replacements = {},
): Promise<ReferenceServer> {
  const dependencies = await openDependencies(configuration, logger, replaced);
  const worker = startWorker(dependencies, pace);
  let draining = false;
  return {
    app: addMonitoringRoutes(express().disable('x-powered-by'), dependencies, () => draining),
    credentialsFile: dependencies.storage.credentialsFile,
    engine: dependencies.engine,
    beginDrain() {
      draining = true;
    },
    async close() {
      await worker.stop();
      await dependencies.close();
    },
  };
}
