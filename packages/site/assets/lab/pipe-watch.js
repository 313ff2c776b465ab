// Reads a pipe again and again, with growing pauses, while the page is visible.

/** In milliseconds. The guide to the life cycle recommends these pauses. */
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
const GROWTH = 1.5;

/** The number of reads without a change after which the pipe is left alone. With the pauses above, that is two minutes. */
const PATIENCE = 30;

/**
 * @param {object} options
 * @param {() => Promise<string | undefined>} options.read reads the pipe and returns its state; undefined if that failed
 * @param {(text: string) => void} options.report receives the state of the watch in words
 */
export function pipeWatch({ read, report }) {
  let timer = 0;
  let pause = FIRST_PAUSE;
  let unchanged = 0;
  let isOn = false;
  /** @type {string | undefined} */
  let last;

  const schedule = () => {
    clearTimeout(timer);
    if (!isOn || document.hidden) return;
    timer = setTimeout(step, pause);
    pause = Math.min(pause * GROWTH, LONGEST_PAUSE);
  };
  const stop = (/** @type {string} */ reason) => {
    isOn = false;
    clearTimeout(timer);
    report(reason);
  };
  const step = async () => {
    const state = await read();
    if (!isOn) return;
    if (state === undefined) return stop('The pipe could not be read, so it is not watched any longer.');
    unchanged = state === last ? unchanged + 1 : 0;
    if (state !== last) pause = FIRST_PAUSE;
    last = state;
    if (unchanged >= PATIENCE)
      return stop('Nothing has changed for two minutes, so the pipe is not watched any longer.');
    schedule();
  };
  document.addEventListener('visibilitychange', schedule);

  return {
    /** Starts or restarts with the shortest pause, after a request that can change the pipe. */
    start() {
      isOn = true;
      pause = FIRST_PAUSE;
      unchanged = 0;
      last = undefined;
      report('Watching the pipe.');
      return step();
    },
    stop,
  };
}
