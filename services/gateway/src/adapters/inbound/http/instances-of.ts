/** Classes of use cases, by the names under which routes call them. */
export type Classes = Readonly<Record<string, abstract new (...dependencies: never) => unknown>>;

/** What the composition makes of a map of classes: an instance of each, under the same name. */
export type InstancesOf<Of extends Classes> = { readonly [Name in keyof Of]: InstanceType<Of[Name]> };
