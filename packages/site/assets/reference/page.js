// Adds memory and links into closed parts to the pages of the reference. They can be read without it.
import { rememberProvenance } from './provenance-switch.js';
import { reveal } from './reveal.js';

rememberProvenance(document.querySelector('#provenance-switch'));
reveal();
addEventListener('hashchange', reveal);
