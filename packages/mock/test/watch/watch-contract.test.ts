import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ContractFolder, contractFolder, contractYaml, THING } from './contract-folder.ts';
import { penstockMock } from './mock-process.ts';

/*
 * A real process, real files and real requests. What is written arrives when it arrives: each test waits for what it
 * wants to see.
 */

async function watching({ root, folder }: ContractFolder) {
  const { child, output, exit } = penstockMock(['--watch', '--port', '0', root], { folder });
  await expect.poll(() => output.stdout).toContain('Try it:');
  const [url = ''] = /http:\/\/[\d.:]+/.exec(output.stdout) ?? [];
  const get = async (path: string) => {
    const answer = await fetch(url + path, { headers: { authorization: 'Basic a2V5OnNlY3JldA==' } });
    return { status: answer.status, body: (await answer.json()) as { result: { name: string } } };
  };
  const nameOfThing = async () => (await get(THING)).body.result.name;
  return { child, output, exit, url, get, nameOfThing };
}

test('a changed example is answered, and said', async () => {
  const contract = contractFolder();
  const { output, nameOfThing, child, exit } = await watching(contract);
  expect(await nameOfThing()).toBe('first');
  expect(output.stdout).toContain('Watching 2 contract files');
  contract.writeExample('second');
  await expect.poll(nameOfThing).toBe('second');
  await expect.poll(() => output.stdout).toMatch(/Reloaded in \d+ ms:\n {2}getThing: response 200\n/);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('a file that is replaced by another one is seen, again and again', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await watching(contract);
  for (const name of ['second', 'third', 'fourth']) {
    contract.replaceExample(name);
    await expect.poll(nameOfThing).toBe(name);
  }
});

test('a file that an editor puts aside before it writes the new one is seen, again and again', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await watching(contract);
  for (const name of ['second', 'third', 'fourth', 'fifth']) {
    contract.putExampleAside();
    await nameOfThing(); // by then it is gone for the mock, too
    contract.writeExample(name);
    await expect.poll(nameOfThing).toBe(name);
  }
});

test('of several saves at once, the last one counts', async () => {
  const contract = contractFolder();
  const { nameOfThing } = await watching(contract);
  for (let save = 1; save <= 20; save++) contract.writeExample(`save-${save}`);
  contract.replaceExample('last');
  await expect.poll(nameOfThing).toBe('last');
});

test('a mistake is told with its place, and the last good contract stays until it is mended', async () => {
  const contract = contractFolder();
  const { output, nameOfThing, get } = await watching(contract);
  contract.write('examples/thing.yaml', 'result:\n  id: [\n');
  await expect
    .poll(() => output.stderr)
    .toMatch(/Not reloaded.*\n {2}examples\/thing\.yaml:3:1 {2}Failed to parse: [a-z ]+\n/);
  expect(await nameOfThing()).toBe('first');

  contract.write('contract.yaml', contractYaml().replace('responses:', 'responces:'));
  contract.writeExample('second');
  await expect.poll(() => output.stderr).toMatch(/contract\.yaml:\d+:\d+ {2}.*responces/);
  expect(await nameOfThing()).toBe('first');

  contract.write('contract.yaml', contractYaml({ further: OTHER_THINGS }));
  await expect.poll(nameOfThing).toBe('second');
  expect((await get('/v1/others')).status).toBe(200);
  expect(output.stdout).toContain('listOthers: added');
});

test('a file that is not there yet is looked for, and a file that is new is watched', async () => {
  const contract = contractFolder();
  const { output, nameOfThing } = await watching(contract);
  contract.write('contract.yaml', contractYaml({ example: 'examples/other.yaml' }));
  await expect.poll(() => output.stderr).toMatch(/contract\.yaml:\d+:\d+ {2}.*other\.yaml/);
  contract.write('examples/other.yaml', 'result: { id: a, name: came later }\n');
  await expect.poll(nameOfThing).toBe('came later');
  contract.write('examples/other.yaml', 'result: { id: a, name: and changed }\n');
  await expect.poll(nameOfThing).toBe('and changed');
});

test('a request that is under way is answered from the contract that it came to', async () => {
  const contract = contractFolder();
  contract.write('contract.yaml', contractYaml({ further: OTHER_THINGS }));
  const { output, url, get } = await watching(contract);
  const headers = {
    authorization: 'Basic a2V5OnNlY3JldA==',
    'content-type': 'application/json',
    // The mock says that it has the request before it has the body.
    expect: '100-continue',
  };
  const pending = request(`${url}/v1/others`, { method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    pending.once('response', resolve).once('error', reject),
  );
  pending.flushHeaders();
  await once(pending, 'continue');
  contract.write('contract.yaml', contractYaml());
  await expect.poll(() => output.stdout).toContain('createOther: removed');
  expect((await get('/v1/others')).status).toBe(404);
  pending.end('{"name":"x"}');
  const answer = await answered;
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

test('no answer has what is only ever sent, whatever the example says', async () => {
  const contract = contractFolder();
  const { get } = await watching(contract);
  expect((await get(THING)).body).toEqual({ result: { id: THING.split('/').at(-1), name: 'first' } });
});

test('without files it watches the contract of the repository', async () => {
  const folder = join(import.meta.dirname, '../../..');
  const { output } = penstockMock(['--watch', '--port', '0'], { folder });
  await expect.poll(() => output.stdout).toMatch(/\/v1 [\s\S]*\/api\/v2 [\s\S]*Watching \d{3} contract files/);
});

const OTHER_THINGS = `  /v1/others:
    get:
      operationId: listOthers
      responses:
        '200': &answer
          description: What there is.
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
        '200': *answer
`;
