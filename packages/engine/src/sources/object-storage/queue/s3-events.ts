/** An object that a message announces. */
export interface AnnouncedObject {
  readonly bucket: string;
  readonly key: string;
  /** When the object was complete, in milliseconds since the UNIX epoch. */
  readonly at: number;
}

/** The new objects in the body of a message of S3; none for other events. Undefined if it is no message of S3. */
export function announcedObjects(body: string): readonly AnnouncedObject[] | undefined {
  const message = parse(body);
  if (message?.Event === 's3:TestEvent') return [];
  if (!Array.isArray(message?.Records)) return undefined;
  const objects: AnnouncedObject[] = [];
  for (const record of message.Records) {
    const object = announcedObject(record);
    if (object === undefined) return undefined;
    if (object !== 'other') objects.push(object);
  }
  return objects;
}

interface Event {
  readonly eventName?: unknown;
  readonly eventTime?: unknown;
  readonly s3?: {
    readonly bucket?: { readonly name?: unknown };
    readonly object?: { readonly key?: unknown };
  };
}

function announcedObject(record: unknown): AnnouncedObject | 'other' | undefined {
  const { eventName, eventTime, s3 } = (record ?? {}) as Event;
  const [bucket, key] = [s3?.bucket?.name, s3?.object?.key];
  if (typeof eventName !== 'string' || typeof bucket !== 'string' || typeof key !== 'string')
    return undefined;
  if (!/^(s3:)?ObjectCreated:/.test(eventName)) return 'other';
  const at = Date.parse(String(eventTime));
  const decoded = decodeKey(key);
  return decoded === undefined || Number.isNaN(at) ? undefined : { bucket, key: decoded, at };
}

/** Keys in events are encoded like forms. */
function decodeKey(key: string): string | undefined {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

function parse(body: string): { readonly Event?: unknown; readonly Records?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
