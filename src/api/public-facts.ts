/** What help says of every call that the specification gives by its path alone. */
export const SHAPE_NOT_SPECIFIED =
  'The specification gives only the path of this call. Its fields come from public documents and may differ; any other field can be sent with -f, -F or --data.';
