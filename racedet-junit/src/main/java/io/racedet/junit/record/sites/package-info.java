/** The woven instructions, methods and fields that recordings refer to. */
package io.racedet.junit.record.sites;
