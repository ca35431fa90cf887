/** The commands that run engines: {@code analyze} and {@code report}. */
package io.racedet.cli.analyze;
