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
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

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
    try (SparkSession spark = SparkSession.builder().config(conf("local[1]")).getOrCreate()) {
      return spark
          .read()
          .parquet(folder.resolve("races.parquet").toString())
          .collectAsList()
          .stream()
          .map(row -> Stream.of(columns).map(column -> value(row, column)).toList())
          .toList();
    }
  }

  private static Object value(Row row, String column) {
    Object value = row.getAs(column);
    return value == null ? "null" : value;
  }
}
