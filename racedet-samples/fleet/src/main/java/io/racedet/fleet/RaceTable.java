package io.racedet.fleet;

import io.racedet.race.Grade;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The table for dashboards, as Parquet: a row for each race of each module of each build, and one
 * for each trace that could not be read, which has no key but says why.
 */
final class RaceTable {
  private static final StructType COLUMNS =
      DataTypes.createStructType(
          List.of(
              text("build", false),
              text("module", false),
              text("key", true), // the fingerprint in the report files
              text("grade", true),
              whole("count"), // of traces
              whole("pairs"),
              text("variable", true),
              text("first_location", true),
              text("second_location", true),
              text("first_trace", false),
              text("last_trace", false),
              text("damage", true)));

  private RaceTable() {}

  private static StructField text(String name, boolean mayLack) {
    return DataTypes.createStructField(name, DataTypes.StringType, mayLack);
  }

  private static StructField whole(String name) {
    return DataTypes.createStructField(name, DataTypes.LongType, false);
  }

  /** Writes the table to a folder, which it replaces. */
  static void write(SparkSession spark, ManyTraces found, String folder) {
    JavaRDD<Row> races = found.byModule().map(race -> row(race._1(), race._2()));
    JavaRDD<Row> damaged = found.damaged().map(trace -> row(trace._1(), trace._2()));
    Dataset<Row> table = spark.createDataFrame(races.union(damaged), COLUMNS);
    table
        .sort("build", "module", "key", "first_trace")
        .coalesce(1)
        .write()
        .mode(SaveMode.Overwrite)
        .parquet(folder);
  }

  private static Row row(PlacedRace place, SeenRace seen) {
    Grade grade = seen.grade();
    RaceId race = place.race();
    return RowFactory.create(
        place.origin().build(),
        place.origin().module(),
        race.key().fingerprint(),
        grade.name(),
        seen.traces(),
        seen.pairs(),
        race.variable(),
        race.first(),
        race.second(),
        seen.first(),
        seen.last(),
        null);
  }

  private static Row row(TraceInput trace, String damage) {
    String name = trace.name();
    Origin origin = trace.origin();
    return RowFactory.create(
        origin.build(), origin.module(), null, null, 1L, 0L, null, null, null, name, name, damage);
  }
}
