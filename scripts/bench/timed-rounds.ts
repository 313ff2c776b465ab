/** No round begins later after the start of the process, so that a benchmark ends within five minutes on a busy machine, too. */
const LAST_BEGIN_MS = 150_000;

/** What a benchmark repeats, at most `count` times: it has fewer rounds if the time is short, but at least `least`. */
export function* timedRounds(count: number, least = 1): Generator<number> {
  for (let round = 0; round < count; round += 1) {
    if (round >= least && performance.now() > LAST_BEGIN_MS) {
      process.stderr.write(`${round} of ${count} rounds, because the machine is busy.\n`);
      return;
    }
    yield round;
  }
}
