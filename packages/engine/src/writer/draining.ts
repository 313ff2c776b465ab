/** A batch that is being inserted when the pipe stops may take this long to finish. */
const DRAIN_MS = 8_000;

/** A signal that is aborted some time after `stop`. */
export function draining(stop: AbortSignal): { readonly signal: AbortSignal; end(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => late.abort(stop.reason), DRAIN_MS);
  };
  if (stop.aborted) begin();
  else stop.addEventListener('abort', begin, { once: true });
  return {
    signal: late.signal,
    end() {
      stop.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
}
