import type { Surface } from '@penstock/contract';

interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export declare function curlCommand(
  request: CurlRequest,
  form: { readonly surface: Surface; readonly secrets?: readonly string[] },
): string;
export declare function methodOption(method: string, hasBody: boolean): string[];
export declare function credentialOption(surface: Surface): string;
export declare function shellQuoted(text: string): string;
