package io.racedet.report;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Schemas that the report files are held against. */
final class JsonSchemas {
  private JsonSchemas() {}

  /** That of races.json, which is ours. */
  static Schema races() throws IOException {
    return read("/io/racedet/report/" + JsonReport.SCHEMA, SpecificationVersion.DRAFT_2020_12);
  }

  /** That of SARIF 2.1.0, by OASIS. */
  static Schema sarif() throws IOException {
    return read("/schema/sarif-schema-2.1.0.json", SpecificationVersion.DRAFT_7);
  }

  private static Schema read(String resource, SpecificationVersion version) throws IOException {
    try (InputStream in = JsonSchemas.class.getResourceAsStream(resource)) {
      return SchemaRegistry.withDefaultDialect(version).getSchema(in, InputFormat.JSON);
    }
  }

  /** What is wrong with a text, each with its place. */
  static List<String> errors(Schema schema, String json) {
    return schema.validate(json, InputFormat.JSON).stream().map(Error::toString).toList();
  }
}
