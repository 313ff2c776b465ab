/**
 * Sets what the samples read from their environment, in a shell beside the reference server: where it listens, and the
 * credentials of its first start.
 */
export const sampleEnvironment = `credential() { node -p "JSON.parse(fs.readFileSync('.penstock/credentials.json')).$1"; }
export PENSTOCK_URL='http://127.0.0.1:8080'
export PENSTOCK_KEY_ID="$(credential management.keyId)"
export PENSTOCK_KEY_SECRET="$(credential management.keySecret)"
export ORGANIZATION_ID="$(credential management.organizationId)"
export SERVICE_ID="$(credential management.serviceId)"
export PENSTOCK_TOKEN="$(credential observability.token)"`;
