/**
 * Relations computed straight from their definitions, litmus traces and random traces. For tests.
 */
package io.racedet.oracle;
