import type { Bundle } from '../bundle/bundle.ts';
import { type BundleDiagnostic, throwDiagnostics } from '../diagnostics/bundle-diagnostics.ts';
import { isIdentifier } from '../identifier.ts';
import type { Surface } from '../surfaces.ts';
import { resolve, type SecuritySchemeObject } from './contract-reader.ts';

/** A way to prove who is calling. */
export interface NamedSecurityScheme {
  name: string;
  surface: Surface;
  scheme: 'basic' | 'bearer';
  description: string | undefined;
}

interface WrittenSecurityScheme {
  bundle: Bundle;
  name: string;
  scheme: SecuritySchemeObject;
}

/** Reads the security schemes of all documents. */
export async function readSecuritySchemes(bundles: Bundle[]): Promise<NamedSecurityScheme[]> {
  const written = bundles.flatMap(writtenSchemes);
  await throwDiagnostics([...written.flatMap(schemeDiagnostics), ...duplicateDiagnostics(written)]);
  return written.map(({ bundle, name, scheme }) => ({
    name,
    surface: bundle.surface,
    scheme: scheme.scheme as 'basic' | 'bearer',
    description: scheme.description,
  }));
}

function writtenSchemes(bundle: Bundle): WrittenSecurityScheme[] {
  return Object.entries(bundle.document.components?.securitySchemes ?? {}).map(([name, scheme]) => ({
    bundle,
    name,
    scheme: resolve<SecuritySchemeObject>(bundle.document, scheme),
  }));
}

function schemeDiagnostics(written: WrittenSecurityScheme): BundleDiagnostic[] {
  const { name, scheme } = written;
  if (!isIdentifier(name)) {
    const message = `The security scheme ${name} cannot be the name of a function.`;
    return [diagnosticAt(written, message, 'Name it in camelCase, such as `basicAuth`.')];
  }
  if (scheme.type === 'http' && (scheme.scheme === 'basic' || scheme.scheme === 'bearer')) return [];
  const message = `The security scheme ${name} is neither HTTP Basic nor Bearer; there is no handler type for it.`;
  return [diagnosticAt(written, message, 'Write `type: http` and `scheme: basic` or `scheme: bearer`.')];
}

/** The table contains the schemes of both documents by name. */
function duplicateDiagnostics(schemes: WrittenSecurityScheme[]): BundleDiagnostic[] {
  const repeated = schemes.filter(
    ({ name }, index) => schemes.findIndex((other) => other.name === name) < index,
  );
  return repeated.map((written) => {
    const message = `The security scheme ${written.name} is in both documents.`;
    return diagnosticAt(written, message, 'Give each surface a scheme of its own name.');
  });
}

function diagnosticAt(
  { bundle, name }: WrittenSecurityScheme,
  message: string,
  advice: string,
): BundleDiagnostic {
  const pointer = ['components', 'securitySchemes', name];
  return { bundle, pointer, rule: 'security-scheme', message, advice };
}
