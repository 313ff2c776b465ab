/**
 * Shell commands that set the environment variables of the samples: the URL of the reference server, and the credentials
 * that it writes on its first start.
 */
export const sampleEnvironment = `credential() { node -p "JSON.parse(fs.readFileSync('.penstock/credentials.json')).$1"; }
export PENSTOCK_URL='http://127.0.0.1:8080'
export PENSTOCK_KEY_ID="$(credential management.keyId)"
export PENSTOCK_KEY_SECRET="$(credential management.keySecret)"
export PENSTOCK_ORGANIZATION_ID="$(credential management.organizationId)"
export PENSTOCK_SERVICE_ID="$(credential management.serviceId)"
export PENSTOCK_TOKEN="$(credential observability.token)"`;
