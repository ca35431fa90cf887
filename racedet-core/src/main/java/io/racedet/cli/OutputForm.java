package io.racedet.cli;

/** How results are written. */
enum OutputForm {
  TEXT,
  JSON,
  TSV;

  @Override
  public String toString() {
    return switch (this) {
      case TEXT -> "text";
      case JSON -> "json";
      case TSV -> "tsv";
    };
  }
}
