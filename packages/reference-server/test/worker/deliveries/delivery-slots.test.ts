import { expect, test } from 'vitest';
import { deliverySlots } from '../../../src/worker/deliveries/delivery-slots.ts';

let made = 0;
const candidate = (host: string, webhook = host) => ({ id: String(made++), host, webhook });
const many = (count: number, host: string, webhook?: string) =>
  Array.from({ length: count }, () => candidate(host, webhook));

test('a host gets 4 slots, and all hosts together 64', () => {
  const slots = deliverySlots();
  expect(many(10, 'one').filter(slots.take)).toHaveLength(4);
  expect(slots.excluded()).toEqual({ hosts: ['one'], webhooks: [] });
  const others = Array.from({ length: 100 }, (_, index) => candidate(`host ${index}`));
  expect(others.filter(slots.take)).toHaveLength(60);
  expect(slots.free).toBe(0);
});

test('a delivery gets one slot, which is free after it', () => {
  const slots = deliverySlots();
  const delivery = candidate('one');
  expect([slots.take(delivery), slots.take(delivery)]).toEqual([true, false]);
  slots.giveBack(delivery);
  expect(slots.free).toBe(64);
  expect(slots.take(delivery)).toBe(true);
});

test('a slow webhook gets one slot of its host until it is faster', () => {
  const slots = deliverySlots();
  const [first, ...others] = many(4, 'shared', 'slow');
  if (first === undefined) throw new Error('There is none.');
  slots.take(first);
  slots.giveBack(first, 15_000);
  expect(others.filter(slots.take)).toHaveLength(1);
  expect(slots.excluded()).toEqual({ hosts: [], webhooks: ['slow'] });
  expect(many(4, 'shared', 'fast').filter(slots.take)).toHaveLength(3);
  for (const delivery of others) slots.giveBack(delivery, 100);
  expect(many(4, 'shared', 'slow').filter(slots.take)).toHaveLength(1);
});

test('slow webhooks together get half of the slots', () => {
  const slots = deliverySlots();
  const names = Array.from({ length: 70 }, (_, index) => `slow ${index}`);
  for (const name of names) {
    const delivery = candidate(name);
    slots.take(delivery);
    slots.giveBack(delivery, 15_000);
  }
  expect(names.map((name) => candidate(name)).filter(slots.take)).toHaveLength(32);
  expect(slots.excluded().webhooks).toEqual(names);
  const fast = Array.from({ length: 40 }, (_, index) => candidate(`fast ${index}`));
  expect(fast.filter(slots.take)).toHaveLength(32);
});
