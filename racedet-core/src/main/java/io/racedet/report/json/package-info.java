/** The report as {@code races.json}: written, read, and described by a schema. */
package io.racedet.report.json;
