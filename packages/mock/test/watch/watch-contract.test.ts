import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { readContractFiles } from '../../src/contract/contract-files.ts';
import { startMock } from '../../src/index.ts';
import { watchContract } from '../../src/watch/watch-contract.ts';
import { type ContractFolder, contractFolder, contractYaml, THING } from '../support/contract-folder.ts';

/*
 * Real files and real requests. The file system reports changes with a delay, so each test polls for the result that it
 * expects.
 */

async function startWatching({ root }: ContractFolder) {
  const contract = await readContractFiles([root]);
  const mock = await startMock({ port: 0, documents: contract.documents });
  const changes: string[] = [];
  const rejections: string[] = [];
  const stop = await watchContract(mock, [root], contract, {
    reloaded: (all) => void changes.push(...all),
    rejected: ({ message }) => void rejections.push(message),
  });
  onTestFinished(async () => {
    await stop();
    await mock.close();
  });
  const get = async (path: string) => {
    const response = await fetch(mock.url + path, { headers: { authorization: 'Basic a2V5OnNlY3JldA==' } });
    return { status: response.status, body: (await response.json()) as { result: { name: string } } };
  };
  const nameOfThing = async () => (await get(THING)).body.result.name;
  return { url: mock.url, changes, rejections, get, nameOfThing };
}

test('a changed example is served and reported', async () => {
  const contract = contractFolder();
  const { changes, nameOfThing } = await startWatching(contract);
  expect(await nameOfThing()).toBe('first');
  contract.writeExample('second');
  await expect.poll(nameOfThing).toBe('second');
  await expect.poll(() => changes).toEqual(['getThing: response 200']);
});

test('a file that changes between reading and watching is read again', async () => {
  const contract = contractFolder();
  const read = await readContractFiles([contract.root]);
  contract.writeExample('second');
  const mock = await startMock({ port: 0, documents: read.documents });
  const changes: string[] = [];
  const reloaded = (all: readonly string[]) => void changes.push(...all);
  const rejected = ({ message }: Error) => expect.fail(message);
  const stop = await watchContract(mock, [contract.root], read, { reloaded, rejected });
  onTestFinished(async () => {
    await stop();
    await mock.close();
  });
  await expect.poll(() => changes).toEqual(['getThing: response 200']);
});

test('every replacement of a file is noticed', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await startWatching(contract);
  for (const name of ['second', 'third', 'fourth']) {
    contract.replaceExample(name);
    await expect.poll(nameOfThing).toBe(name);
  }
});

test('a file that an editor moves aside and writes again is noticed each time', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await startWatching(contract);
  for (const name of ['second', 'third', 'fourth', 'fifth']) {
    contract.moveExampleAside();
    await nameOfThing(); // the mock may notice that the file is missing
    contract.writeExample(name);
    await expect.poll(nameOfThing).toBe(name);
  }
});

test('after several saves at once, the last one is served', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await startWatching(contract);
  for (let save = 1; save <= 20; save++) contract.writeExample(`save-${save}`);
  contract.replaceExample('last');
  await expect.poll(nameOfThing).toBe('last');
});

test('an error is reported with its location, and the last good contract is served until the error is fixed', async () => {
  const contract = contractFolder();
  const { changes, rejections, nameOfThing, get } = await startWatching(contract);
  contract.write('examples/thing.yaml', 'result:\n  id: [\n');
  await expect
    .poll(() => rejections)
    .toContainEqual(expect.stringMatching(/examples\/thing\.yaml:3:1 {2}Failed to parse: [a-z ]+$/));
  expect(await nameOfThing()).toBe('first');

  contract.write('contract.yaml', contractYaml().replace('responses:', 'responces:'));
  contract.writeExample('second');
  await expect
    .poll(() => rejections)
    .toContainEqual(expect.stringMatching(/contract\.yaml:\d+:\d+ {2}.*responces/));
  expect(await nameOfThing()).toBe('first');

  contract.write('contract.yaml', contractYaml({ paths: OTHER_THINGS }));
  await expect.poll(nameOfThing).toBe('second');
  expect((await get('/v1/others')).status).toBe(200);
  await expect.poll(() => changes).toContain('listOthers: added');
});

test('a missing file is noticed as soon as it exists, and a new file is watched', async () => {
  const contract = contractFolder();
  const { rejections, nameOfThing } = await startWatching(contract);
  contract.write('contract.yaml', contractYaml({ example: 'examples/other.yaml' }));
  await expect
    .poll(() => rejections)
    .toContainEqual(expect.stringMatching(/contract\.yaml:\d+:\d+ {2}.*other\.yaml/));
  contract.write('examples/other.yaml', 'result: { id: a, name: came later }\n');
  await expect.poll(nameOfThing).toBe('came later');
  contract.write('examples/other.yaml', 'result: { id: a, name: and changed }\n');
  await expect.poll(nameOfThing).toBe('and changed');
});

test('a request that has started gets its response from the contract at its start', async () => {
  const contract = contractFolder();
  contract.write('contract.yaml', contractYaml({ paths: OTHER_THINGS }));
  const { changes, url, get } = await startWatching(contract);
  const headers = {
    authorization: 'Basic a2V5OnNlY3JldA==',
    'content-type': 'application/json',
    // The mock confirms the request before it has the body.
    expect: '100-continue',
  };
  const pending = request(`${url}/v1/others`, { method: 'POST', headers });
  const responded = new Promise<IncomingMessage>((resolve, reject) =>
    pending.once('response', resolve).once('error', reject),
  );
  pending.flushHeaders();
  await once(pending, 'continue');
  contract.write('contract.yaml', contractYaml());
  await expect.poll(() => changes).toContain('createOther: removed');
  expect((await get('/v1/others')).status).toBe(404);
  pending.end('{"name":"x"}');
  const response = await responded;
  response.resume();
  expect(response.statusCode).toBe(200);
});

test('write-only properties of an example are not sent', async () => {
  const contract = contractFolder();
  const { get } = await startWatching(contract);
  expect((await get(THING)).body).toEqual({ result: { id: THING.split('/').at(-1), name: 'first' } });
});

const OTHER_THINGS = `  /v1/others:
    get:
      operationId: listOthers
      responses:
        '200': &things
          description: The things.
          content:
            application/json:
              schema: { type: object }
              examples:
                none: { value: { result: [] } }
    post:
      operationId: createOther
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object }
      responses:
        '200': *things
`;
