package io.racedet.cli;

import io.racedet.architecture.ExportedApiTestCase;

/** What users of this module can name. */
class ExportedApiTest extends ExportedApiTestCase {
  ExportedApiTest() {
    super("racedet-core/cli");
  }
}
