/** What a program that we start gets of our environment: none of our own variables, where secrets stand. */
export function childEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^payctl_/i.test(name));
  return Object.fromEntries(entries);
}
