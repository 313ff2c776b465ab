/** The path that pauses the engine for as long as its response is open; `penstock backup` uses it. */
export const PAUSE_PATH = '/penstock/pause';
