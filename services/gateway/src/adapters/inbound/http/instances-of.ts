/** Classes of use cases, by the names under which routes call them. */
export type Classes = Readonly<Record<string, abstract new (...dependencies: never) => unknown>>;

/** An instance of each class in a map of classes, under the same name. The composition makes it. */
export type InstancesOf<Of extends Classes> = { readonly [Name in keyof Of]: InstanceType<Of[Name]> };
