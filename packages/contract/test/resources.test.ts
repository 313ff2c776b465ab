import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  idParameterOf,
  listResources,
  type OperationId,
  operations,
  type ResourceNameOf,
  resourceOf,
  resources,
  standardAction,
  twinOf,
} from '../src/index.ts';
import { findStandardOperations } from '../src/reader.ts';

const ids = Object.keys(operations) as OperationId[];

describe('the resources', () => {
  test('are the tags of the operation table, on each surface, except for queries', () => {
    const tagsOf = (surface: string) =>
      new Set(
        Object.values(operations).flatMap((one) =>
          one.surface === surface && one.tag !== 'queries' ? [one.tag] : [],
        ),
      );
    expect(Object.keys(resources.management)).toEqual([...tagsOf('management')]);
    expect(Object.keys(resources.observability)).toEqual([...tagsOf('observability')]);
    expectTypeOf<'pipes'>().toExtend<ResourceNameOf<'management'>>();
    expectTypeOf<'pipes'>().not.toExtend<ResourceNameOf<'observability'>>();
  });

  test('have five standard operations, their paths and the parameter of an item', () => {
    expect(resources.observability['saved-searches']).toEqual({
      name: 'saved-searches',
      surface: 'observability',
      list: 'listSavedSearches',
      create: 'createSavedSearch',
      get: 'getSavedSearch',
      update: 'updateSavedSearch',
      delete: 'deleteSavedSearch',
      collectionPath: '/api/v2/saved-searches',
      itemPath: '/api/v2/saved-searches/{savedSearchId}',
      idParameter: 'savedSearchId',
    });
    expect(resources.management.pipes.update).toBe('updatePipe');
  });

  test('are updated by PATCH or PUT, and named alike by their operations', () => {
    for (const resource of listResources()) {
      expect(operations[resource.update].method, resource.update).toMatch(/^(?:put|patch)$/);
      for (const action of ['list', 'create', 'get', 'update', 'delete'] as const)
        expect(resource[action]).toMatch(new RegExp(`^${action}(?:Stack)?[A-Z]`));
    }
  });
});

describe('an operation', () => {
  test.each(ids)('%s belongs to the resource of its tag and surface, unless it is a query', (id) => {
    const { surface, tag } = operations[id];
    if (tag === 'queries') expect(resourceOf(id)).toBeUndefined();
    else expect(resourceOf(id)).toMatchObject({ surface, name: tag });
  });

  test('is a standard operation or none', () => {
    expect(standardAction('listStackAlerts')).toBe('list');
    expect(standardAction('updatePipe')).toBe('update');
    expect(standardAction('updatePipeState')).toBeUndefined();
    for (const id of ids) {
      const { collectionPath, itemPath } = resourceOf(id) ?? {};
      const isStandard = [collectionPath, itemPath].includes(operations[id].path);
      expect(standardAction(id) !== undefined, id).toBe(isStandard);
    }
  });

  test('of an item has the parameter that identifies it', () => {
    expect(idParameterOf('deleteStackAlert')).toBe('alertId');
    expect(idParameterOf('getPipeSettings')).toBe('pipeId');
    expect(idParameterOf('createAlert')).toBeUndefined();
    expect(idParameterOf('listPipes')).toBeUndefined();
  });

  test('has a twin on the other surface, unless it is about pipes', () => {
    expect(twinOf('createAlert')).toBe('createStackAlert');
    expect(twinOf('listStackSavedSearches')).toBe('listSavedSearches');
    expect(twinOf('listAlertHistory')).toBe('listStackAlertHistory');
    for (const id of ids) {
      const twin = twinOf(id);
      if (operations[id].tag === 'pipes') expect(twin, id).toBeUndefined();
      else expect(twin && twinOf(twin), id).toBe(id);
    }
  });
});

test('a collection without all five standard operations is no resource', () => {
  const table = {
    listBarns: { method: 'get', path: '/barns' },
    createBarn: { method: 'post', path: '/barns' },
    getBarn: { method: 'get', path: '/barns/{barnId}' },
    updateBarn: { method: 'patch', path: '/barns/{barnId}' },
  } as const;
  expect(findStandardOperations(table)).toEqual([]);
  const deleteBarn = { method: 'delete', path: '/barns/{barnId}' } as const;
  expect(findStandardOperations({ ...table, deleteBarn })).toEqual([
    {
      list: 'listBarns',
      create: 'createBarn',
      get: 'getBarn',
      update: 'updateBarn',
      delete: 'deleteBarn',
      collectionPath: '/barns',
      itemPath: '/barns/{barnId}',
      idParameter: 'barnId',
    },
  ]);
});
