// Remembers the switch that displays where each part of the contract comes from, for all pages of the site.
import { rememberChoice, rememberedChoice } from '../memory/choices.js';

const PROVENANCE = 'provenance';

export function rememberProvenance(input) {
  // After a reload some browsers restore the state of the input themselves.
  input.checked = rememberedChoice(PROVENANCE) ?? input.checked;
  input.addEventListener('change', () => rememberChoice(PROVENANCE, input.checked));
}
