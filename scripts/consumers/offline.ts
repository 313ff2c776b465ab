/**
 * Loaded into every tool before its own code: rejects each connection and each name look-up, and reports it on stderr, where
 * the check reads it. A tool that wants the network fails the check instead of making it slow or different elsewhere.
 */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

const connect = Socket.prototype.connect as (...parameters: unknown[]) => Socket;

Socket.prototype.connect = function (this: Socket, ...parameters: unknown[]): Socket {
  // Node normalizes what it is called with to an array of options and callback on the inside.
  const [first] = parameters.flat();
  const target = (typeof first === 'object' ? first : {}) as { path?: string; host?: string; port?: number };
  // A pipe to another process of this machine is not the network.
  if (typeof target.path === 'string') return connect.apply(this, parameters);
  throw offlineError(`${target.host ?? 'localhost'}:${target.port ?? String(first)}`);
};

for (const lookUp of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  Object.assign(dns, {
    [lookUp]: (name: string, ...parameters: unknown[]) => {
      const callback = parameters.at(-1) as (error: Error) => void;
      process.nextTick(callback, offlineError(name));
    },
  });
  Object.assign(dns.promises, {
    [lookUp]: (name: string) => Promise.reject(offlineError(name)),
  });
}
syncBuiltinESMExports();

function offlineError(target: string): Error {
  const message = `The check blocked a connection to ${target}.`;
  process.stderr.write(`${message}\n`);
  return new Error(message);
}
