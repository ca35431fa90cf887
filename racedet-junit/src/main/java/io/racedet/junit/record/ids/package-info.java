/** Dense ids for the objects, keys and pairs that records name. */
package io.racedet.junit.record.ids;
