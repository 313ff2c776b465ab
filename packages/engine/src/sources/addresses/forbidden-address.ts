import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses outside of the link-local ranges at which clouds offer metadata and credentials to their machines. */
const METADATA = [
  '100.100.100.200', // Alibaba Cloud
  '168.63.129.16', // Azure
  '192.0.0.192', // Oracle Cloud
  'fd00:ec2::254', // AWS
  'fd20:ce::254', // Google Cloud
  'fd00:42::42', // Scaleway
].map((address) => ipaddr.parse(address).toNormalizedString());

/** Whether no source may have this address: it is link-local, or cloud metadata. Private addresses are allowed. */
export function isForbiddenAddress(address: string): boolean {
  const parsed = withoutEmbedding(ipaddr.parse(address));
  return parsed.range() === 'linkLocal' || METADATA.includes(parsed.toNormalizedString());
}

/** An IPv6 address that leads to an IPv4 address through a gateway or a mapping becomes that address. */
function withoutEmbedding(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  const bytes = address.toByteArray();
  const range = address.range();
  if (range === 'rfc6052' || range === 'rfc6145') return ipv4(bytes.slice(12));
  if (range === '6to4') return ipv4(bytes.slice(2, 6));
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0) && bytes[12] !== 0;
  return isCompatible ? ipv4(bytes.slice(12)) : address;
}

function ipv4(bytes: number[]): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes);
}
