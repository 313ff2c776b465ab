import { contractDocument } from '@penstock/contract/documents';
import { type Contract, type Operation, penstockContract } from '../../src/contract.ts';
import { operation } from '../../test/support/examples.ts';

const ROUTES = 300;
const ORIGINAL = operation('getPipe');

/** A surface that has `getPipe` 300 times, each time under another path. */
export const madeUpContract: Contract = {
  ...penstockContract,
  operations: Array.from({ length: ROUTES }, (_, index) => copyOf(index)),
  // Those of the original: what differs between the routes is where they are.
  validators: () => penstockContract.validators(ORIGINAL),
  document: (surface) => {
    const document = contractDocument(surface);
    const { [ORIGINAL.method]: described, parameters } = document.paths[ORIGINAL.path] ?? {};
    const paths = Array.from({ length: ROUTES }, (_, index) => {
      const { operationId, path } = copyOf(index);
      const copy = structuredClone({ ...(described as object), operationId });
      return [path, { parameters, [ORIGINAL.method]: copy }];
    });
    return { ...document, paths: Object.fromEntries(paths) };
  },
};

/** Where the first and the last route of it are. */
export const madeUpPaths = { first: pathOf(0), last: pathOf(ROUTES - 1) };

function copyOf(index: number): Operation {
  return {
    ...ORIGINAL,
    operationId: `${ORIGINAL.operationId}${index}`,
    path: pathOf(index) as Operation['path'],
  };
}

// In one width, so that the order of the alphabet is the order of the numbers.
function pathOf(index: number): string {
  return ORIGINAL.path.replace('/pipes/', `/pipes-${String(index).padStart(3, '0')}/`);
}
