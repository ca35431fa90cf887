/** Dense ids for what records name by larger numbers. */
package io.racedet.junit.record.ids;
