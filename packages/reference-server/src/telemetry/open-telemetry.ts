import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { observe } from '@penstock/server';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import type { Traces } from './traces.ts';

/** Traces by OTLP over HTTP, as JSON. Names follow OpenTelemetry's semantic conventions. */
export function openTelemetryTraces(endpoint: string, logger: Logger): Traces {
  const reportUnsent = (reason: unknown) => {
    const message = reason instanceof Error ? reason.message : String(reason);
    logger.warn({ endpoint: new URL(endpoint).host, reason: message }, 'Traces could not be sent');
  };
  setGlobalErrorHandler(reportUnsent);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'penstock' }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` }),
      }),
    ],
  });
  const tracer = provider.getTracer('penstock');
  const propagator = new W3CTraceContextPropagator();
  // Not registered globally: a program that embeds the server may use OpenTelemetry itself.
  const contexts = new AsyncLocalStorageContextManager().enable();

  const within = <Result>(span: Span, parent: Context, work: () => Result) =>
    contexts.with(trace.setSpan(parent, span), work);

  return {
    requests(request, response, next) {
      const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER }, parent);
      response.once('close', () => endRequest(span, request, response));
      within(span, parent, next);
    },
    async span(name, attributes, work) {
      const parent = contexts.active();
      const span = tracer.startSpan(name, { attributes: attributes as Attributes }, parent);
      try {
        return await within(span, parent, work);
      } catch (error) {
        // Without the message: it may quote values of the caller.
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    query(text, milliseconds) {
      const parent = contexts.active();
      // The reconciler polls all the time; its queries belong to no trace.
      if (trace.getSpan(parent) === undefined) return;
      const now = Date.now();
      const [operation = ''] = text.split(' ', 1);
      const attributes = { 'db.operation.name': operation.toUpperCase(), 'db.query.text': text };
      const options = { attributes, kind: SpanKind.CLIENT, startTime: now - milliseconds };
      tracer.startSpan(operation.toUpperCase(), options, parent).end(now);
    },
    async close() {
      await provider.shutdown().catch(reportUnsent);
      contexts.disable();
    },
  };
}

function endRequest(span: Span, request: Request, response: Response): void {
  const observation = observe(response);
  const operation = observation?.operation;
  if (operation !== undefined) {
    span.updateName(`${request.method} ${operation.path}`);
    span.setAttribute('http.route', operation.path);
    span.setAttribute('penstock.operation', operation.operationId);
  }
  if (observation !== undefined) span.setAttribute('penstock.request.id', observation.requestId);
  span.setAttribute('http.request.method', request.method);
  if (response.writableFinished) span.setAttribute('http.response.status_code', response.statusCode);
  if (!response.writableFinished || response.statusCode >= 500)
    span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
