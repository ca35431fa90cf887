/**
 * The evidence of many machines: traces analysed on Apache Spark, and their races in one report.
 */
package io.racedet.fleet;
