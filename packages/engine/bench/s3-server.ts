import { startS3 } from '@penstock/object-storage/s3-server';

/* An S3 server in a process of its own, so that its CPU time is not counted. It prints its URL, and ends with its parent. */

const server = await startS3();
process.once('disconnect', () => void server.stop().then(() => process.exit(0)));
process.send?.(server.url);
