/** Messages with consecutive ids. */
export function numbered(from: number, to: number): string[] {
  return numbers(from, to).map((id) => JSON.stringify({ id, name: `order ${id}` }));
}

export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
