import type { PipeDefinition } from '../../pipe.ts';
import type { DefinitionError } from '../../pipe-runtime.ts';
import type { SourceImplementation } from '../source.ts';
import { parseGlob } from './glob.ts';
import { locateObjects } from './object-location.ts';
import { openObjectStorage } from './object-source.ts';
import { openObjects } from './open-objects.ts';
import { discoverColumns } from './sample.ts';

/** Objects of S3, of stores with its interface, and of Azure Blob Storage. */
export const objectStorage: SourceImplementation = {
  open: openObjectStorage,
  check: ({ source }) => {
    const { objectStorage: objects } = source;
    return objects === undefined ? [] : [...checkQueue(objects), ...checkPattern(objects)];
  },
  async discover({ source, secrets }, context) {
    const { reading, glob, queue } = openObjects(source, secrets, context);
    try {
      return await discoverColumns({
        reading,
        glob,
        engine: context.engine,
        signal: AbortSignal.timeout(DISCOVERY_MS),
      });
    } finally {
      queue?.close();
      reading.store.close();
    }
  },
};

const DISCOVERY_MS = 30_000;

type Objects = NonNullable<PipeDefinition['source']['objectStorage']>;

function checkQueue({ queueUrl, type }: Objects): DefinitionError[] {
  if (queueUrl === undefined || type === 's3') return [];
  const message =
    'is a Pub/Sub subscription, which this server does not read. Remove it; the pipe then searches for new objects by itself';
  return [{ pointer: '/source/objectStorage/queueUrl', message }];
}

function checkPattern(objects: Objects): DefinitionError[] {
  const name = objects.type === 'azureblobstorage' ? 'path' : 'url';
  try {
    parseGlob(name === 'path' ? (objects.path ?? '') : locateObjects(objects).pattern);
    return [];
  } catch (error) {
    return [
      { pointer: `/source/objectStorage/${name}`, message: `is not valid: ${(error as Error).message}` },
    ];
  }
}
