/** The use case classes that a group of routes needs, each under the name by which the routes call it. */
export type Classes = Readonly<Record<string, abstract new (...dependencies: never) => unknown>>;

/**
 * The use cases that a group of routes calls: one instance of each listed class, under the same name. The gateway
 * creates the instances when it starts.
 */
export type InstancesOf<Of extends Classes> = { readonly [Name in keyof Of]: InstanceType<Of[Name]> };
