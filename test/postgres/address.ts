export const PASSWORD = 'only-for-tests';

export function urlAt(port: number, database: string, user = 'postgres'): string {
  return `postgres://${user}@127.0.0.1:${port}/${database}?sslmode=disable`;
}
