package io.racedet.fleet;

import io.racedet.report.RunReport;
import io.racedet.report.json.JsonReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.spark.SparkConf;

/**
 * A run of {@link AnalyzeFleet} on a real Spark inside this JVM.
 *
 * @param status the exit status
 * @param out standard output
 * @param err the lines on standard error
 */
record Job(int status, String out, List<String> err) {
  static SparkConf conf(String master) {
    return new SparkConf(false)
        .setMaster(master)
        .set("spark.ui.enabled", "false")
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.sql.shuffle.partitions", "2");
  }

  static Job run(SparkConf conf, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        AnalyzeFleet.run(
            args,
            conf,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Job(
        status,
        out.toString(StandardCharsets.UTF_8),
        err.toString(StandardCharsets.UTF_8).lines().toList());
  }

  static RunReport report(Path folder) throws IOException {
    try (InputStream in = Files.newInputStream(folder.resolve("races.json"))) {
      return JsonReport.read(in);
    }
  }

  /** The rows of the table, in its order, with these columns. */
  static List<List<Object>> table(Path folder, String... columns) throws IOException {
    org.apache.hadoop.fs.Path table =
        new org.apache.hadoop.fs.Path(folder.resolve("races.parquet").toUri());
    List<List<Object>> rows = new ArrayList<>();
    try (ParquetReader<Group> reader =
        ParquetReader.builder(new GroupReadSupport(), table).build()) {
      for (Group row = reader.read(); row != null; row = reader.read()) {
        Group each = row;
        rows.add(Stream.of(columns).map(column -> value(each, column)).toList());
      }
    }
    return rows;
  }

  private static Object value(Group row, String column) {
    if (row.getFieldRepetitionCount(column) == 0) {
      return "null";
    }
    boolean isWhole =
        row.getType().getType(column).asPrimitiveType().getPrimitiveTypeName()
            == PrimitiveTypeName.INT64;
    return isWhole ? (Object) row.getLong(column, 0) : row.getString(column, 0);
  }
}
