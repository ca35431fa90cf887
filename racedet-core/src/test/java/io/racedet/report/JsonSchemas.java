package io.racedet.report;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.racedet.report.json.JsonReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Schemas that the report files are validated against. */
public final class JsonSchemas {
  /** The schema of races.json. */
  public static final Schema RACES =
      read("/io/racedet/report/json/" + JsonReport.SCHEMA, SpecificationVersion.DRAFT_2020_12);

  /** The schema of SARIF 2.1.0, by OASIS. */
  public static final Schema SARIF =
      read("/schema/sarif-schema-2.1.0.json", SpecificationVersion.DRAFT_7);

  private JsonSchemas() {}

  private static Schema read(String resource, SpecificationVersion version) {
    try (InputStream in = JsonSchemas.class.getResourceAsStream(resource)) {
      return SchemaRegistry.withDefaultDialect(version).getSchema(in, InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The errors in a text, with their locations. */
  public static List<String> errors(Schema schema, String json) {
    return schema.validate(json, InputFormat.JSON).stream().map(Error::toString).toList();
  }
}
