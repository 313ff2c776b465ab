// Ranks the entries of the index for a query. The page and the tests share it.
import { queryTerm } from './index-options.js';

/** An entry whose title, identifier or path is the query ranks above entries that contain the words of the query. */
const EXACT = 3;

/** The same, for titles that many entries have: plain words, such as `name`, of fields, and sections of guides. */
const COMMON = 1.5;

/** Returns all entries that match, best first. An entry that lacks a word of the query loses most of its score. */
export function rank(index, query) {
  const wanted = wordsOf(query);
  const results = index.search(query);
  const terms = Math.max(...results.map(({ queryTerms }) => queryTerms.length));
  return results
    .map((entry) => ({ ...entry, score: entry.score * factorOf(entry, wanted, terms) }))
    .sort((one, other) => other.score - one.score);
}

function factorOf(entry, wanted, terms) {
  const completeness = (entry.queryTerms.length / terms) ** 3;
  if (!isExact(entry, wanted)) return completeness;
  return completeness * (hasCommonTitle(entry) ? COMMON : EXACT);
}

function isExact({ title, context }, wanted) {
  return [title, ...context.split(' · ')].some((part) => wordsOf(part) === wanted);
}

function hasCommonTitle({ kind, title, urls }) {
  return (kind === 'field' && !/[A-Z_\d-]/.test(title)) || (kind === 'guide' && urls[0].includes('#'));
}

/** Returns the words of a text and of its names, as the search compares them. */
function wordsOf(text) {
  return text
    .split(/[^\p{L}\p{N}]+|(?<=[a-z\d])(?=[A-Z])/u)
    .map(queryTerm)
    .filter(Boolean)
    .join(' ');
}
