import type { PlannedRequest } from './plan.ts';

export type Service =
  | 'frontend'
  | 'catalog'
  | 'recommendation'
  | 'cart'
  | 'checkout'
  | 'payment'
  | 'shipping'
  | 'email';

export const SERVICES: readonly Service[] = [
  'frontend',
  'catalog',
  'recommendation',
  'cart',
  'checkout',
  'payment',
  'shipping',
  'email',
];

/** A part of a request: what becomes a span. Its own parts follow one another. */
export interface Step {
  readonly service: Service;
  readonly name: string;
  readonly kind: 'Server' | 'Client';
  /** The usual time without the parts. */
  readonly ms: number;
  readonly attributes: Readonly<Record<string, string>>;
  /** The status of the response. */
  readonly status: number;
  /** Present if the step failed. */
  readonly error?: string;
  readonly steps: readonly Step[];
}

/** The parts of a request. Only its action and its outcome decide which they are. */
export function stepsOf(request: Pick<PlannedRequest, 'action' | 'outcome' | 'slow'>): Step {
  switch (request.action) {
    case 'health':
      return page('GET', '/healthz', 200, 1, []);
    case 'home':
      return page('GET', '/', 200, 8, [
        call('catalog', 'ListProducts', 4, [database('catalog', 'SELECT products', 'postgresql', 6)]),
        call('recommendation', 'ListRecommendations', 9, []),
      ]);
    case 'product':
      return productPage(request.outcome === 'notFound');
    case 'addToCart':
      return page('POST', '/cart', 200, 5, [
        call('catalog', 'GetProduct', 2, [database('catalog', 'SELECT product', 'postgresql', 3)]),
        call('cart', 'AddItem', 2, [database('cart', 'HSET cart', 'redis', 1)]),
      ]);
    case 'cart':
      return page('GET', '/cart', 200, 6, [readCart()]);
    case 'checkout':
      return checkoutPage(request.outcome, request.slow);
  }
}

const DECLINED = 'The card was declined';
export const TIMED_OUT = 'The payment provider did not respond within 3000 ms';

function productPage(isMissing: boolean): Step {
  const read = call('catalog', 'GetProduct', 2, [database('catalog', 'SELECT product', 'postgresql', 3)]);
  if (isMissing) return page('GET', '/product/{id}', 404, 4, [{ ...read, status: 404 }]);
  return page('GET', '/product/{id}', 200, 7, [read, call('recommendation', 'ListRecommendations', 9, [])]);
}

function checkoutPage(outcome: PlannedRequest['outcome'], slow: boolean): Step {
  const error = { ok: undefined, notFound: undefined, declined: DECLINED, timeout: TIMED_OUT }[outcome];
  if (error === undefined) {
    const parts = [
      readCart(),
      charge(slow ? 900 : 90),
      call('shipping', 'ShipOrder', 25, []),
      call('email', 'SendConfirmation', 15, []),
      call('cart', 'EmptyCart', 2, [database('cart', 'DEL cart', 'redis', 1)]),
    ];
    return page('POST', '/checkout', 200, 10, [call('checkout', 'SubmitOrder', 12, parts)]);
  }
  const status = outcome === 'declined' ? 402 : 504;
  const placed = call('checkout', 'SubmitOrder', 12, [readCart(), charge(90, error, status)]);
  const failed = { ...placed, status, error };
  return { ...page('POST', '/checkout', status, 10, [failed]), error };
}

function charge(ms: number, error?: string, status = 200): Step {
  const provider: Step = {
    service: 'payment',
    name: 'POST api.payments.example',
    kind: 'Client',
    ms: error === TIMED_OUT ? 3_000 : ms,
    attributes: { 'server.address': 'api.payments.example', 'http.request.method': 'POST' },
    status,
    ...(error !== undefined && { error }),
    steps: [],
  };
  return { ...call('payment', 'Charge', 3, [provider]), status, ...(error !== undefined && { error }) };
}

function readCart(): Step {
  return call('cart', 'GetCart', 2, [database('cart', 'HGETALL cart', 'redis', 1)]);
}

function page(method: string, route: string, status: number, ms: number, steps: readonly Step[]): Step {
  const attributes = { 'http.request.method': method, 'http.route': route };
  return { service: 'frontend', name: `${method} ${route}`, kind: 'Server', ms, attributes, status, steps };
}

function call(service: Service, method: string, ms: number, steps: readonly Step[]): Step {
  const attributes = { 'rpc.service': service, 'rpc.method': method };
  return { service, name: `${service}/${method}`, kind: 'Server', ms, attributes, status: 200, steps };
}

function database(service: Service, name: string, system: string, ms: number): Step {
  return { service, name, kind: 'Client', ms, attributes: { 'db.system': system }, status: 200, steps: [] };
}
